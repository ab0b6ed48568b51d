/** Class of text that people wrote in Markdown. */
export const proseClass =
  'flex max-w-prose flex-col gap-3 [overflow-wrap:anywhere] [&_a]:underline [&_a]:underline-offset-4 [&_blockquote]:border-s-4 [&_blockquote]:border-current [&_blockquote]:ps-4 [&_code]:font-mono [&_h3]:text-lg [&_h3]:font-bold [&_h4]:font-bold [&_ol]:list-decimal [&_ol]:ps-6 [&_pre]:overflow-x-auto [&_ul]:list-disc [&_ul]:ps-6'
