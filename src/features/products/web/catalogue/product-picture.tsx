import type { PhotoSources } from '#features/photos/rules/photo.ts';
import type { Category } from '#features/products/rules/categories.ts';
import { cropPicture } from '#features/products/rules/crop-picture.ts';
import { classNames } from '#platform/web/ui/layout/class-names.ts';

type ProductPictureProps = {
  product: {
    name: string;
    category: Category;
    crop?: string | null | undefined;
    photos: PhotoSources[];
  };
  /** The width at which it is drawn, in the syntax of the `sizes` attribute. */
  sizes: string;
  /**
   * Pictures that are visible at first load eagerly; the others load when they come near the
   * viewport.
   */
  isFirstSeen?: boolean;
  /** The index of the photo to show, from 0. */
  index?: number;
  alt?: string;
  className?: string;
};

/**
 * A product's photo, with its main colour while it loads, or a drawing of the crop if there is no
 * photo. It fills its container.
 */
export function ProductPicture(props: ProductPictureProps) {
  const { product, sizes, isFirstSeen = false, index = 0, alt = '', className } = props;
  const photo = product.photos[index];
  const loading = isFirstSeen ? 'eager' : 'lazy';
  const look = classNames('size-full object-cover', className);
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
  const srcSet = (format: 'webp' | 'jpeg') =>
    photo.sizes.map((size) => `${size[format]} ${size.width}w`).join(', ');
  return (
    <picture>
      <source type="image/webp" srcSet={srcSet('webp')} sizes={sizes} />
      <img
        src={photo.url}
        srcSet={srcSet('jpeg')}
        sizes={sizes}
        alt={alt}
        width={photo.widthPixels}
        height={photo.heightPixels}
        loading={loading}
        fetchPriority={isFirstSeen ? 'high' : undefined}
        decoding="async"
        style={{ backgroundColor: photo.colour }}
        className={look}
      />
    </picture>
  );
}
