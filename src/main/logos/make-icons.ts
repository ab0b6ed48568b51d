import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { projectRoot } from '#platform/server/root.ts'

const List = z.record(z.string(), z.string().regex(/^[a-z0-9]+$/))
const Icons = z.array(z.object({ title: z.string(), hex: z.string().regex(/^[0-9A-F]{6}$/), slug: z.string().optional() }))

/** Returns the package's icon for each target of targets.json, by the target's name. Each pair was checked by a person. */
export const listedLogos = () => List.parse(JSON.parse(readFileSync(join(projectRoot, 'db/demo/logos.json'), 'utf8')))

/** Returns the listed icons of the package, each in its brand's colour, by name. */
export function makeIcons(): Record<string, string> {
  const folder = join(projectRoot, 'node_modules/simple-icons')
  const known = Icons.parse(JSON.parse(readFileSync(join(folder, 'data/simple-icons.json'), 'utf8')))
  const hexOf = new Map(known.map(({ title, hex }) => [title, hex]))
  const names = [...new Set(Object.values(listedLogos()))].sort()
  return Object.fromEntries(names.map((name) => [name, coloured(readFileSync(join(folder, 'icons', `${name}.svg`), 'utf8'), hexOf)]))
}

const shape = /^<svg role="img" viewBox="0 0 24 24" xmlns="http:\/\/www\.w3\.org\/2000\/svg"><title>([^<]+)<\/title><path d="([\dA-Za-z .,-]+)"\/><\/svg>\s*$/

/** Rebuilt from its one path, so that it cannot contain anything else. */
function coloured(svg: string, hexOf: ReadonlyMap<string, string>): string {
  const [, title, path] = shape.exec(svg) ?? []
  const hex = title === undefined ? undefined : hexOf.get(plain(title))
  if (!title || !path || !hex) throw new Error(`An icon has an unexpected format: ${svg.slice(0, 120)}`)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="#${isNearWhite(hex) ? '111111' : hex.toLowerCase()}"><path d="${path}"/></svg>`
}

/** The icon is shown on a light plate. */
function isNearWhite(hex: string): boolean {
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16))
  return (red * 299 + green * 587 + blue * 114) / 1000 > 225
}

const plain = (title: string) => title.replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code))).replaceAll('&amp;', '&')
