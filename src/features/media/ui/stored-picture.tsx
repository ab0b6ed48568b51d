import type { Picture } from '../contract.ts'

type StoredPictureProps = {
  picture: Picture
  /** How wide it is shown, as in an `<img>`. */
  sizes: string
  /** What it shows, for those who cannot see it; empty for decoration. */
  alt: string
  /** The largest thing on its page: fetched first. */
  isFirst?: boolean
  /** Of the frame, which gives the shape. */
  className: string
}

/** A picture in the best format that the browser knows, over its blur until it is there. */
export function StoredPicture({ picture, sizes, alt, isFirst = false, className }: StoredPictureProps) {
  const { url, srcSet, sources, width, height, placeholder } = picture
  return (
    <span className={`block overflow-hidden bg-sunk bg-cover bg-center ${className}`} style={{ backgroundImage: `url("${placeholder}")` }}>
      <picture className="contents">
        {sources.map((source) => (
          <source key={source.type} type={source.type} srcSet={source.srcSet} sizes={sizes} />
        ))}
        <img
          src={url}
          srcSet={srcSet || undefined}
          sizes={sizes}
          width={width}
          height={height}
          alt={alt}
          loading={isFirst ? 'eager' : 'lazy'}
          fetchPriority={isFirst ? 'high' : 'auto'}
          decoding="async"
          className="size-full object-cover"
        />
      </picture>
    </span>
  )
}
