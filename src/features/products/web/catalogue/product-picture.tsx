import { avifOf, type PhotoSources, thumbnailOf } from '#photos/rules/photo.ts';
import { classNames } from '#platform/web/ui/layout/class-names.ts';
import type { Category } from '#products/rules/categories.ts';
import { cropPicture } from '#products/rules/crop-picture.ts';

type ProductPictureProps = {
  product: {
    name: string;
    category: Category;
    crop?: string | null | undefined;
    photos: PhotoSources[];
  };
  /** The `sizes` attribute. */
  sizes: string;
  /** Loads eagerly. Other pictures load near the viewport. */
  isFirstSeen?: boolean;
  /** Old browsers get a larger JPEG. */
  isLarge?: boolean;
  index?: number;
  alt?: string;
  className?: string;
};

/** Without a photo, a drawing of the crop. Fills its container. */
export function ProductPicture(props: ProductPictureProps) {
  const { product, sizes, isFirstSeen, isLarge, index = 0, alt = '' } = props;
  const photo = product.photos[index];
  const loading = isFirstSeen ? 'eager' : 'lazy';
  const look = classNames('cover', props.className);
  if (!photo) {
    return (
      <img
        src={cropPicture(product)}
        alt={alt}
        width="120"
        height="90"
        loading={loading}
        className={look}
      />
    );
  }
  const webps = photo.sizes.map(({ webp, width }) => [webp, width] as const);
  const srcSet = (paths: typeof webps) =>
    paths.map(([path, width]) => `${path} ${width}w`).join(', ');
  return (
    <picture>
      <source
        type="image/avif"
        srcSet={srcSet(webps.map(([webp, width]) => [avifOf(webp), width]))}
        sizes={sizes}
      />
      <source type="image/webp" srcSet={srcSet(webps)} sizes={sizes} />
      <img
        // For old browsers without WebP.
        src={isLarge ? photo.url : (thumbnailOf(photo) ?? undefined)}
        alt={alt}
        width={photo.widthPixels}
        height={photo.heightPixels}
        loading={loading}
        fetchPriority={isFirstSeen ? 'high' : undefined}
        style={{ backgroundColor: photo.colour }}
        className={look}
      />
    </picture>
  );
}
