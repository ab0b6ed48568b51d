/** A value that can no longer change, with the label of its field. */
export function Locked({ label, text }: { label: string; text: string }) {
  return (
    <div>
      <p className="font-semibold">{label}</p>
      <p dir="auto" className="mt-1 wrap-anywhere">
        {text}
      </p>
    </div>
  )
}
