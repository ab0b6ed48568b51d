import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The checkout's root folder. Works under src/ (Vite and Vitest) and under dist/ (production). */
export const projectRoot = findUp(dirname(fileURLToPath(import.meta.url)))

function findUp(folder: string): string {
  if (existsSync(join(folder, 'package.json')) && existsSync(join(folder, 'db'))) return folder
  const parent = dirname(folder)
  if (parent === folder) throw new Error('No package.json above the running module')
  return findUp(parent)
}
