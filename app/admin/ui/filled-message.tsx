import { Fragment } from 'react'

interface FilledMessageProps {
  /** A message that was translated without these values, so that their placeholders are still in it. */
  text: string
  values: Readonly<Record<string, React.ReactNode>>
}

/** A message with elements in place of its placeholders: `<FilledMessage text={t('account.since')} values={{ time: <LocalTime … /> }} />`. */
export function FilledMessage({ text, values }: FilledMessageProps) {
  const elements = new Map(Object.entries(values))
  // Every other part is the name of a placeholder.
  return text.split(/\{\{(\w+)\}\}/).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a message never change places
    <Fragment key={index}>{index % 2 === 0 ? part : elements.get(part)}</Fragment>
  ))
}
