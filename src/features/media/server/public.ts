import type { Picture } from '../contract.ts'

const widths = [480, 800, 1200, 1920]

/** A stored picture as pages show it. */
export function pictureOf(row: { id: string; width: number; height: number; placeholder: string }): Picture {
  const made = widths.filter((width) => width < row.width)
  const all = [...made, Math.min(row.width, 1920)]
  const addressOf = (width: number) => `/media/${row.id}-${width}.webp`
  return { ...row, url: addressOf(all.at(-1) ?? row.width), srcSet: all.map((width) => `${addressOf(width)} ${width}w`).join(', ') }
}
