/**
 * Before everything else, so that it wins over a base element of the mail: links open beside the admin. A document in
 * `srcdoc` may begin so and is still rendered by the standard.
 */
const LINKS_OPEN_OUTSIDE = '<base target="_blank">'

/** The HTML part of a mail, in a frame without scripts and without our origin. */
export function MailHtml({ html, subject }: { html: string; subject: string }) {
  return (
    <iframe
      title={`HTML view: ${subject}`}
      sandbox="allow-popups allow-popups-to-escape-sandbox"
      srcDoc={LINKS_OPEN_OUTSIDE + html}
      className="block h-[36rem] max-h-[80dvh] w-full border border-line bg-[white]"
    />
  )
}
