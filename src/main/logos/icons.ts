import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { projectRoot } from '#platform/server/root.ts'
import { makeIcons } from './make-icons.ts'

export type Icon = { svg: Buffer; hash: string }

let read: Map<string, Icon> | undefined

/** Returns the icons of `simple-icons` that the site uses. In production they are read from a file that the build wrote, otherwise from the package. */
export function icons(): ReadonlyMap<string, Icon> {
  read ??= new Map(Object.entries(source()).map(([name, svg]) => [name, { svg: Buffer.from(svg), hash: hashOf(svg) }]))
  return read
}

/** Returns the URL path of the icon with this name; null if there is no such icon. */
export function iconPath(name: string): string | null {
  const icon = icons().get(name)
  return icon ? `/logos/${name}-${icon.hash}.svg` : null
}

function source(): Record<string, string> {
  if (process.env.NODE_ENV !== 'production') return makeIcons()
  return z.record(z.string(), z.string()).parse(JSON.parse(readFileSync(join(projectRoot, 'dist/logos.json'), 'utf8')))
}

const hashOf = (svg: string) => createHash('sha256').update(svg).digest('hex').slice(0, 10)
