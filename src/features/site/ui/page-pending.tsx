import { Spinner } from '#design/spinner.tsx'

/** While a page that needs an account is on its way. */
export function PagePending() {
  return (
    <div className="page-column grid min-h-80 place-items-center">
      <Spinner />
    </div>
  )
}
