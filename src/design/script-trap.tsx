import { m } from '#messages'

type Trap = { value: string; onChange: (value: string) => void }

/** A field for scripts that fill in everything: people neither see nor reach it, and screen readers skip it. */
export function ScriptTrap({ value, onChange }: Partial<Trap>) {
  return (
    <div aria-hidden="true" className="absolute -start-[200vw] top-0 h-px w-px overflow-hidden">
      <label>
        {m.contact_form_leave_empty()}
        <input name="website" tabIndex={-1} autoComplete="off" value={value} onChange={onChange && (({ target }) => onChange(target.value))} />
      </label>
    </div>
  )
}
