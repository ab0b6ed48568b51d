import { useState } from 'react'
import { ThemeToggle } from '#design/theme-toggle.tsx'
import type { Theme } from '#platform/page-context.ts'

/** Only what is chosen; the footer does what it means. */
export function ThemeSwitch({ initial }: { initial: Theme }) {
  const [theme, setTheme] = useState(initial)
  return <ThemeToggle value={theme} onChange={setTheme} />
}
