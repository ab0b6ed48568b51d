import { type ComponentType, useEffect, useState } from 'react'

/**
 * Loads a component whose code only some readers need. Returns null on the server and until it is loaded, so that hydration
 * matches, and stays null if loading fails. `load` must be the same function in every render.
 */
export function useLatePart<Props>(load: () => Promise<ComponentType<Props>>, { isWanted }: { isWanted: boolean }): ComponentType<Props> | null {
  const [Part, setPart] = useState<ComponentType<Props> | null>(null)
  useEffect(() => {
    if (isWanted)
      load().then(
        (loaded) => setPart(() => loaded),
        () => {},
      )
  }, [load, isWanted])
  return Part
}
