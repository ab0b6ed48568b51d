import { Monitor, Moon, Sun } from 'lucide-react'
import { m } from '#messages'
import { Segmented } from './radio-group.tsx'

export type Theme = 'system' | 'light' | 'dark'

export function ThemeToggle({ value, onChange }: { value: Theme; onChange: (theme: Theme) => void }) {
  return (
    <Segmented<Theme>
      legend={m.design_theme()}
      legendHidden
      value={value}
      onChange={onChange}
      options={[
        { value: 'system', label: m.design_theme_system(), icon: <Monitor className="size-4" /> },
        { value: 'light', label: m.design_theme_light(), icon: <Sun className="size-4" /> },
        { value: 'dark', label: m.design_theme_dark(), icon: <Moon className="size-4" /> },
      ]}
    />
  )
}
