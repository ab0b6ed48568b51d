import { createIsomorphicFn } from '@tanstack/react-start'
import { RoutedLinks } from '#platform/client/routed-links.tsx'
import { ServerOnly } from '#platform/client/server-only.tsx'
import { AboutNumbers } from './about-numbers.tsx'
import { AboutStory } from './about-story.tsx'
import { Formula } from './formula.tsx'

const parts = createIsomorphicFn()
  .server(() => ({ story: <AboutStory />, numbers: <AboutNumbers /> }))
  .client(() => ({ story: null, numbers: null }))

const story = () => import('./about-story.tsx').then((part) => <part.AboutStory />)
const numbers = () => import('./about-numbers.tsx').then((part) => <part.AboutNumbers />)

/** Only the formula is interactive. The other parts are static markup, which the browser keeps as the server rendered it. */
export function AboutPage() {
  const onServer = parts()
  return (
    <RoutedLinks>
      <ServerOnly onServer={onServer.story} load={story} />
      <Formula />
      <ServerOnly onServer={onServer.numbers} load={numbers} />
    </RoutedLinks>
  )
}

/** Preloads the texts before the browser navigates to the page. The server has nothing to load. */
export const aboutReady = createIsomorphicFn()
  .server(async () => {})
  .client(async () => {
    await Promise.all([import('./about-story.tsx'), import('./about-numbers.tsx')])
  })
