type ComposeRefusalCode =
  | 'language_off'
  | 'not_found'
  | 'not_draft'
  | 'no_articles'
  | 'no_english'
  | 'under_way'
  /** Another text was saved meanwhile. */
  | 'changed'

/** The reason why nothing was composed, as a sentence for editors. */
export class ComposeRefusal extends Error {
  override name = 'ComposeRefusal'
  readonly code: ComposeRefusalCode
  constructor(code: ComposeRefusalCode, message: string) {
    super(message)
    this.code = code
  }
}

export const noSuchIssue = () => new ComposeRefusal('not_found', 'There is no such issue any more.')

export const notDraft = () =>
  new ComposeRefusal(
    'not_draft',
    'This issue is no draft. An issue that is approved has to be reopened before it can be changed.',
  )
