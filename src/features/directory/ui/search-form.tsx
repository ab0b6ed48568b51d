import { useNavigate } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { buttonClass } from '#design/button.tsx'
import { m } from '#messages'
import { useTypedField } from '#platform/client/get-form.ts'
import { searchLength } from '#platform/terms.ts'
import { type EntrySearch, readEntrySearch } from './entry-search.ts'

type SearchFormProps = {
  name: 'q' | 'search'
  value: string | undefined
  label: string
  /** The other URL parameters. */
  kept: EntrySearch
  action: string
}

/** Searches a list of the page. Without JavaScript it is a GET form that reloads the page. */
export function SearchForm({ name, value, label, kept, action }: SearchFormProps) {
  const navigate = useNavigate()
  const field = useTypedField(value ?? '')
  return (
    <search aria-label={label}>
      <form
        action={action}
        className="flex"
        onSubmit={(event) => {
          event.preventDefault()
          const text = new FormData(event.currentTarget).get(name)
          navigate({ to: '.', search: readEntrySearch({ ...kept, [name]: text }), resetScroll: false })
        }}
      >
        {Object.entries(kept).map(([other, text]) => text && <input key={other} type="hidden" name={other} value={text} />)}
        <input
          ref={field}
          type="search"
          name={name}
          defaultValue={value}
          placeholder={label}
          aria-label={label}
          maxLength={searchLength}
          dir="auto"
          className="min-h-11 min-w-0 grow rounded-s-sm border-2 border-e-0 border-ink bg-raised px-3 placeholder:text-muted"
        />
        <button type="submit" aria-label={m.directory_search()} className={`${buttonClass()} rounded-s-none`}>
          <Search className="size-5" aria-hidden="true" />
        </button>
      </form>
    </search>
  )
}
