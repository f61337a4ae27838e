import { classNames } from '#ui/elements.tsx';
import { avifOf, type PhotoSources, thumbnailOf } from '../rules/photo.ts';

type PictureProps = {
  photo: PhotoSources;
  sizes: string;
  isFirstSeen?: boolean;
  /** Old browsers get a larger JPEG. */
  isLarge?: boolean;
  alt?: string;
  className?: string;
};

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
