import type { ComponentProps } from 'react';
import type { PhotoSources } from '#photos/rules/photo.ts';
import { Picture } from '#photos/web/picture.tsx';
import type { Category } from '#products/rules/categories.ts';
import { cropPicture } from '#products/rules/crop-picture.ts';
import { classNames } from '#ui/layout/class-names.ts';

type ProductPictureProps = Omit<ComponentProps<typeof Picture>, 'photo'> & {
  product: {
    name: string;
    category: Category;
    crop?: string | null | undefined;
    photos: PhotoSources[];
  };
  index?: number;
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
