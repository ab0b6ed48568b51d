import { cx } from '#design/classes.ts'
import { m } from '#messages'
import type { Picture } from '../contract.ts'
import { StoredPicture } from './stored-picture.tsx'

/** The pictures of an update, post or comment: a single one whole unless it is very high, several as a grid. Each links to the full picture. */
export function PictureGrid({ pictures }: { pictures: readonly Picture[] }) {
  const [only] = pictures
  if (!only) return null
  const count = pictures.length
  return (
    <ul className={cx('mt-3 grid max-w-prose gap-2', count > 1 && 'grid-cols-2')}>
      {pictures.map((picture, at) => (
        <li key={picture.id} className={cx('min-w-0', count === 3 && at === 0 && 'col-span-2')}>
          <a
            href={picture.url}
            target="_blank"
            rel="noopener"
            aria-label={count === 1 ? m.media_open() : m.media_open_nth({ number: at + 1, count })}
            className="block"
          >
            <span className="block" style={shapeOf(picture, { at, count })}>
              <StoredPicture
                picture={picture}
                alt=""
                sizes={count === 1 ? '(width < 48rem) 100vw, 40rem' : '(width < 48rem) 50vw, 20rem'}
                className="size-full rounded-sm border border-line"
              />
            </span>
          </a>
        </li>
      ))}
    </ul>
  )
}

const highestRem = 32

/**
 * A single picture is not wider than its pixels and at most 32rem high; of one that is more than twice as high as wide, the middle is shown. Of
 * three, the first is as wide as the other two.
 */
function shapeOf({ width, height }: Picture, { at, count }: { at: number; count: number }) {
  if (count === 1) {
    const shownHeight = Math.min(height, 2 * width)
    return { aspectRatio: `${width} / ${shownHeight}`, maxWidth: `min(${width}px, ${(highestRem * width) / shownHeight}rem)` }
  }
  return { aspectRatio: count === 3 && at === 0 ? '2' : '1' }
}
