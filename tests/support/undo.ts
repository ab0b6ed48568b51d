import { afterEach } from 'vitest'

/** Functions that end what a test has begun. They are called after each test, the last one first. */
export function undoAfterEach(): (() => unknown)[] {
  const undo: (() => unknown)[] = []
  afterEach(async () => {
    for (const end of undo.splice(0).reverse()) await end()
  })
  return undo
}
