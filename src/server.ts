import { createStartHandler, defaultRenderHandler } from '@tanstack/react-start/server'

/** Renders one page; buffered, so that the security policy can name each inline script by its hash. */
export const renderPage = createStartHandler(defaultRenderHandler)

export default { fetch: renderPage }
