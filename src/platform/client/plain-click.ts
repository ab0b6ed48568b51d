type Click = { metaKey: boolean; ctrlKey: boolean; shiftKey: boolean; altKey: boolean }

/** True for a click that should navigate in this tab; with a modifier key the browser opens the link elsewhere. */
export const isPlainClick = ({ metaKey, ctrlKey, shiftKey, altKey }: Click) => !(metaKey || ctrlKey || shiftKey || altKey)
