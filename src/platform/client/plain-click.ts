type Click = { metaKey: boolean; ctrlKey: boolean; shiftKey: boolean; altKey: boolean }

/** Whether a click on a link asks for it here: with a key held it opens elsewhere, and is the browser's. */
export const isPlainClick = ({ metaKey, ctrlKey, shiftKey, altKey }: Click) => !(metaKey || ctrlKey || shiftKey || altKey)
