import { ArrowUp, Globe, Plus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { compactCents, formatCents } from '#platform/format.ts'
import { useAlert } from './alerts.tsx'
import { Badge, Chip } from './badge.tsx'
import { BigNumber } from './big-number.tsx'
import { Button, buttonClass, IconButton, PillButton } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { ProgressBar } from './progress-bar.tsx'
import { useToast } from './toasts.tsx'

const steps = ['text-5xl', 'text-4xl', 'text-3xl', 'text-2xl', 'text-xl', 'text-lg'] as const
const colours = ['bg-paper', 'bg-raised', 'bg-sunk', 'bg-ink', 'bg-line', 'bg-edge', 'bg-accent', 'bg-active', 'bg-victory', 'bg-rising'] as const

export function Example({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="grid gap-4 border-t border-line pt-4 md:grid-cols-[9rem_1fr]">
      <h2 className="type-label text-sm text-muted">{title}</h2>
      <div className="flex min-w-0 flex-col gap-4">{children}</div>
    </section>
  )
}

export function Row({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap items-center gap-3">{children}</div>
}

export function GalleryControls() {
  const [supporters, setSupporters] = useState(12480)
  return (
    <>
      <Example title="Numbers">
        <div className="grid gap-6 sm:grid-cols-2">
          <BigNumber value={supporters} label="Supporters" how="Each confirmed person once, from the moment of confirming." />
          <BigNumber
            value={supporters * 29988}
            format={formatCents}
            unit="/ year"
            label="Estimated impact"
            how="Supporters x $24.99 x 12 months. An estimate."
          />
          <BigNumber size="md" value={249900000} format={compactCents} unit="/ month" label="Potential losses (estimate)" />
        </div>
        <ProgressBar value={supporters} max={20000} label="Towards the goal" />
        <ProgressBar size="sm" value={3} max={100} label="Just begun" className="max-w-64" />
        <ProgressBar size="sm" value={140} max={100} label="Over the goal" className="max-w-64" />
        <Row>
          <Button onClick={() => setSupporters((before) => before + 1375)} icon={<Plus className="size-4" />}>
            1,375 more
          </Button>
          <PillButton>
            <ArrowUp className="size-4" />
            12 new
          </PillButton>
        </Row>
      </Example>
      <Example title="Type">
        {steps.map((step) => (
          <p key={step} className={`type-title truncate ${step}`}>
            We stopped buying. They noticed. <span className="text-muted">{step}</span>
          </p>
        ))}
        <p className="type-kicker text-accent-text">type-kicker: ends Friday</p>
        <p className="max-w-prose">
          Public Sans sets what is read: why it matters, what to do, what to buy instead. Lines stay between 60 and 72 characters,{' '}
          <a href="#main" className="link">
            links are underlined
          </a>
          , and <strong>strong words</strong> are rare.
        </p>
      </Example>
      <Example title="Colour">
        <div className="grid grid-cols-5 gap-2">
          {colours.map((colour) => (
            <div key={colour} className="text-xs">
              <div className={`h-12 border border-line ${colour}`} />
              {colour.slice(3)}
            </div>
          ))}
        </div>
      </Example>
      <Example title="Buttons">
        <Row>
          <Button tone="primary" size="lg">
            Join this Holdout
          </Button>
          <Button tone="primary">Publish</Button>
          <Button>Save Draft</Button>
          <Button tone="quiet">Cancel</Button>
          <Button tone="danger">Delete</Button>
          <a href="#main" className={buttonClass({ size: 'sm' })}>
            A link, small
          </a>
        </Row>
        <Row>
          <Button tone="primary" pending>
            Publish
          </Button>
          <Button pending>Save Draft</Button>
          <Button disabled>Not yet</Button>
          <IconButton label="Add">
            <Plus className="size-5" />
          </IconButton>
        </Row>
      </Example>
      <Example title="Badges, chips">
        <Row>
          <Badge tone="active">Active</Badge>
          <Badge tone="victory">Victory</Badge>
          <Badge tone="outlined">Archived</Badge>
          <Badge tone="neutral">Draft</Badge>
          <Badge tone="hot">Hot</Badge>
          <Badge tone="rising">Rising</Badge>
        </Row>
        <Row>
          <Chip label="Fair pay" onRemove={() => {}} />
          <Chip label="Climate" icon={<Globe className="size-4" />} />
          <Chip label="A cause with a name that goes on for rather longer than anybody would want to read" onRemove={() => {}} />
        </Row>
      </Example>
      <Overlays />
    </>
  )
}

function Overlays() {
  const toast = useToast()
  const { alert, confirm } = useAlert()
  const [open, setOpen] = useState(false)
  return (
    <Example title="Dialogs, toasts">
      <Row>
        <Button onClick={() => setOpen(true)}>Dialog</Button>
        <Button onClick={() => alert('Industry name must be between 2 and 80 characters.')}>Alert</Button>
        <Button
          onClick={async () => {
            if (await confirm('Delete this update?', { confirm: 'Delete', danger: true }))
              toast({ text: 'Deleted.', action: { label: 'Undo', onPress: () => {} } })
          }}
        >
          Confirm
        </Button>
        <Button onClick={() => toast({ text: 'Link copied.', tone: 'victory', seconds: 2 })}>Toast</Button>
      </Row>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title="Add new cause"
        footer={
          <>
            <Button onClick={() => setOpen(false)}>Cancel</Button>
            <Button tone="primary">Add Cause</Button>
          </>
        }
      >
        <p>Esc, the cross or a press outside closes it, and the focus goes back to where it was.</p>
      </Dialog>
    </Example>
  )
}
