import type { Picture } from '../contract.ts'

type StoredPictureProps = {
  picture: Picture
  /** Displayed width, for the `sizes` attribute. */
  sizes: string
  /** Alternative text; empty for decoration. */
  alt: string
  /** True for the largest element of the page, which is then loaded first. */
  isFirst?: boolean
  /** Classes of the frame, which sets the aspect ratio. */
  className: string
}

/** A picture in the best format that the browser supports, with a blurred placeholder while it loads. */
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
