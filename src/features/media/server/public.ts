import type { Picture } from '../contract.ts'
import { widthsOf } from '../policy.ts'

export { type MediaDesk, openMediaDesk } from './desk.ts'

type Row = { id: string; width: number; height: number; placeholder: string }

/** A stored picture as pages show it. */
export function pictureOf({ id, width, height, placeholder }: Row): Picture {
  const widths = widthsOf(width)
  const addressOf = (wide: number) => `/media/${id}-${wide}.webp`
  return { id, width, height, placeholder, url: addressOf(widths.at(-1) ?? width), srcSet: widths.map((wide) => `${addressOf(wide)} ${wide}w`).join(', ') }
}
