import { useState } from 'react'
import { ThemeToggle } from '#design/theme-toggle.tsx'
import type { Theme } from '#platform/page-context.ts'

/** The switch only; the footer applies the chosen theme. */
export function ThemeSwitch({ initial }: { initial: Theme }) {
  const [theme, setTheme] = useState(initial)
  return <ThemeToggle value={theme} onChange={setTheme} />
}
