import { splitLinks } from '#app/admin/outbox/split-links.ts'

/** The text part of a mail, with web addresses as links. */
export function MailText({ text }: { text: string }) {
  return (
    <p className="whitespace-pre-wrap break-words font-mono text-sm leading-relaxed">
      {splitLinks(text).map(({ text: part, href }, index) =>
        href ? (
          <a
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never change places
            key={index}
            href={href}
            target="_blank"
            rel="noopener noreferrer"
            className="underline underline-offset-2"
          >
            {part}
          </a>
        ) : (
          part
        ),
      )}
    </p>
  )
}
