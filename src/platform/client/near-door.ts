const signsOfLife = ['pointermove', 'pointerdown', 'touchstart', 'scroll', 'keydown', 'focusin'] as const

/** Comes once. After a failure, without a line say, the next who asks tries again. */
let coming: Promise<typeof import('./door.ts')> | undefined

export function theDoor() {
  coming ??= import('./door.ts').catch((error: unknown) => {
    coming = undefined
    throw error
  })
  return coming.then(({ door }) => door)
}

/** A page comes with all its data, so nobody calls before somebody does something: with the first sign of that the code of calls comes. */
export function fetchDoorWhenUsed(): void {
  function used() {
    for (const sign of signsOfLife) window.removeEventListener(sign, used)
    theDoor().catch(() => {})
  }
  for (const sign of signsOfLife) window.addEventListener(sign, used, { passive: true })
}
