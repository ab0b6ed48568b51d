/** The result of an action. The elements are always in the DOM, because screen readers only announce changes in existing live regions. */
export function Outcome({ saved, problem }: { saved: string | null; problem: string | null }) {
  return (
    <>
      <p role="status" className="font-semibold text-victory-text empty:hidden">
        {saved}
      </p>
      <p role="alert" className="max-w-prose font-semibold text-danger-text empty:hidden">
        {problem}
      </p>
    </>
  )
}
