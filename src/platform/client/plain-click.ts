type Click = { metaKey: boolean; ctrlKey: boolean; shiftKey: boolean; altKey: boolean }

/** True for a click that should navigate in this tab; with a modifier key the browser opens the link elsewhere. */
export const isPlainClick = ({ metaKey, ctrlKey, shiftKey, altKey }: Click) => !(metaKey || ctrlKey || shiftKey || altKey)

/** A click handler for a link: `act` replaces the navigation in this tab. */
export const onPlainClick = (act: () => void) => (event: Click & { preventDefault: () => void }) => {
  if (!isPlainClick(event)) return
  event.preventDefault()
  act()
}
