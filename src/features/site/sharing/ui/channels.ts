/** The content to share. The callers word it, because each noun has its own sentences. */
export type Shared = {
  /** The absolute URL of the page. */
  address: string
  /** One sentence to send along with the URL. */
  text: string
  /** The dialog's heading, such as "Share this Holdout". */
  title: string
}

type Channel = { key: string; name: string; href: (shared: Pick<Shared, 'address' | 'text'>) => string }

/** Sites with a share link, in the order of the dialog. To add a channel, add a row. */
export const channels: readonly Channel[] = [
  { key: 'whatsapp', name: 'WhatsApp', href: ({ address, text }) => `https://wa.me/?${query({ text: `${text} ${address}` })}` },
  { key: 'x', name: 'X', href: ({ address, text }) => `https://x.com/intent/tweet?${query({ text, url: address })}` },
  { key: 'facebook', name: 'Facebook', href: ({ address }) => `https://www.facebook.com/sharer/sharer.php?${query({ u: address })}` },
  { key: 'reddit', name: 'Reddit', href: ({ address, text }) => `https://www.reddit.com/submit?${query({ title: text, url: address })}` },
]

export const emailHref = ({ address, text }: Shared) => `mailto:?${query({ subject: text, body: `${text}\n${address}` })}`

/** Mail programs show "+" as a plus sign, so spaces are percent-encoded. */
const query = (values: Record<string, string>) => new URLSearchParams(values).toString().replaceAll('+', '%20')
