import type { ReactNode } from 'react'
import { StoredPicture } from '#features/media/ui/stored-picture.tsx'
import { m } from '#messages'
import type { SubjectPicture } from '../contract.ts'

const stateTexts = {
  hidden: m.reports_picture_hidden,
  removed: m.reports_picture_removed,
  hidden_by_reports: m.reports_picture_hidden_by_reports,
} as const

/** Draws what can be done with one of the pictures. `name` tells it from the others. */
export type PictureAct = (picture: SubjectPicture, at: number, name: string) => ReactNode

/** The pictures of reported content in small, uncropped. Each links to the whole picture. */
export function SubjectPictures({ pictures, act }: { pictures: readonly SubjectPicture[]; act?: PictureAct | undefined }) {
  if (pictures.length === 0) return null
  return (
    <ul className="mt-3 flex flex-wrap items-start gap-4">
      {pictures.map((picture, at) => {
        const name = pictures.length > 1 ? m.reports_picture_number({ number: at + 1 }) : m.reports_picture()
        return (
          <li key={picture.id} className="flex max-w-48 flex-col items-start gap-1">
            <a href={picture.url} target="_blank" rel="noopener" aria-label={m.reports_picture_open({ name })}>
              <span className="block w-36 max-w-full" style={{ aspectRatio: `${picture.width} / ${picture.height}` }}>
                <StoredPicture picture={picture} alt={name} sizes="9rem" className="size-full rounded-sm border border-line" />
              </span>
            </a>
            {picture.state && <p className="text-sm text-muted">{stateTexts[picture.state]()}</p>}
            {act?.(picture, at, name)}
          </li>
        )
      })}
    </ul>
  )
}
