/** How often a link of an issue was followed on a day. */
export interface NewsletterClick {
  issue_id: string
  /** The number of the link in its edition, from 1. */
  link: number
  /** An address, or a path on this site. */
  target: string
  day: string
  people: number
  /** Programs that follow all links of a mail before its reader does. */
  scanners: number
}
