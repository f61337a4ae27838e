import { avifOf, type PhotoSources, thumbnailOf } from '#photos/rules/photo.ts';
import { classNames } from '#platform/web/ui/layout/class-names.ts';
import type { Category } from '#products/rules/categories.ts';
import { cropPicture } from '#products/rules/crop-picture.ts';

type ProductPictureProps = Omit<PictureProps, 'photo'> & {
  product: {
    name: string;
    category: Category;
    crop?: string | null | undefined;
    photos: PhotoSources[];
  };
  index?: number;
};

type PictureProps = {
  photo: PhotoSources;
  /** The `sizes` attribute. */
  sizes: string;
  /** Loads eagerly. Other pictures load near the viewport. */
  isFirstSeen?: boolean;
  /** Old browsers get a larger JPEG. */
  isLarge?: boolean;
  alt?: string;
  className?: string;
};

/** Without a photo, a drawing of the crop. Fills its container. */
export function ProductPicture({ product, index = 0, ...props }: ProductPictureProps) {
  const photo = product.photos[index];
  if (photo) return <Picture photo={photo} {...props} />;
  return (
    <img
      src={cropPicture(product)}
      alt={props.alt ?? ''}
      width="120"
      height="90"
      loading={props.isFirstSeen ? 'eager' : 'lazy'}
      className={classNames('cover', props.className)}
    />
  );
}

export function Picture({ photo, sizes, isFirstSeen, isLarge, alt = '', className }: PictureProps) {
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
        loading={isFirstSeen ? 'eager' : 'lazy'}
        fetchPriority={isFirstSeen ? 'high' : undefined}
        style={{ backgroundColor: photo.colour }}
        className={classNames('cover', className)}
      />
    </picture>
  );
}
