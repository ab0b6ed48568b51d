import { Avatar } from './avatar.tsx'
import { Badge } from './badge.tsx'
import { Button } from './button.tsx'
import { AdSlot, Card, cardLinkClass } from './card.tsx'
import { Example, Row } from './gallery-controls.tsx'
import { Breadcrumb, TabLinks, tabLinkClass } from './navigation.tsx'
import { Poster } from './poster.tsx'
import { ProgressBar } from './progress-bar.tsx'
import { LoadingNotice, Skeleton, SkeletonLines } from './skeleton.tsx'
import { Spinner } from './spinner.tsx'
import { EmptyState, ErrorState } from './states.tsx'
import { Tally } from './tally.tsx'

const people = ['Ada Lovelace', 'Rosa P.', 'Cesar', '李 小龙', 'Wangari M.', 'Anonymous'] as const
const cards = [
  { title: 'No coffee until the growers are paid', count: '12,480', of: 62 },
  { title: 'Leave Northwind Streaming until it ends the price increases', count: '361', of: 36 },
] as const

export function GalleryStates() {
  return (
    <>
      <Example title="Cards">
        <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
          {cards.map(({ title, count, of }, index) => (
            <Card key={title} className="flex flex-col overflow-hidden">
              <Poster title={title} kicker="Northwind" footer="Food and drink" seed={`card-${index + 3}`} />
              <div className="flex grow flex-col gap-2 border-t border-line p-4">
                <Row>
                  <Badge tone="active">Active</Badge>
                  <Badge tone={index === 0 ? 'hot' : 'rising'}>{index === 0 ? 'Hot' : 'Rising'}</Badge>
                </Row>
                <h3 className="type-title text-xl">
                  <a href="#main" className={cardLinkClass}>
                    {title}
                  </a>
                </h3>
                <p className="mt-auto flex items-baseline gap-1.5">
                  <span className="type-figure text-2xl">{count}</span> supporters
                </p>
                <ProgressBar size="sm" value={of} max={100} label={title} />
              </div>
            </Card>
          ))}
          <Card className="flex flex-col">
            <LoadingNotice />
            <Skeleton className="aspect-video w-full" />
            <div className="flex flex-col gap-3 p-4">
              <Skeleton className="h-6 w-20" />
              <SkeletonLines lines={2} />
              <Skeleton className="h-8 w-32" />
            </div>
          </Card>
        </div>
        <AdSlot />
      </Example>
      <Example title="Navigation">
        <Breadcrumb
          trail={[
            <a key="dashboard" href="#main">
              Dashboard
            </a>,
            <a key="mine" href="#main">
              Mine
            </a>,
          ]}
          current="No coffee until the growers are paid"
        />
        <TabLinks label="Sections">
          <a href="#main" className={tabLinkClass} aria-current="page">
            Updates
          </a>
          <a href="#main" className={tabLinkClass}>
            Discussion <span className="text-sm">48</span>
          </a>
          <a href="#main" className={tabLinkClass}>
            Supporters
          </a>
        </TabLinks>
      </Example>
      <Example title="People, waiting">
        <Row>
          {people.map((name) => (
            <Avatar key={name} name={name} />
          ))}
          <Avatar name="Ada Lovelace" size="lg" />
          <Avatar name="Rosa P." size="sm" />
        </Row>
        <Row>
          <Spinner />
          {[0, 1, 2, 3, 4, 5].map((counted) => (
            <Tally key={counted} counted={counted} />
          ))}
        </Row>
      </Example>
      <Example title="Empty, failed">
        <EmptyState title="No Holdouts match your filters yet" level={3} action={<Button tone="primary">Start a Holdout</Button>}>
          Take a filter away, or start the one that is missing.
        </EmptyState>
        <ErrorState level={3} onRetry={() => {}} detail="request 0193-7f2a">
          The list could not be loaded. Nothing you wrote is lost.
        </ErrorState>
      </Example>
    </>
  )
}
