import { PageSection } from '#app/admin/ui/page-section.tsx'

interface RecordSectionProps<Row> {
  id: string
  title: string
  intro: string
  rows: readonly Row[]
  /** What is said when there are no rows. */
  none: string
  /** Below the rows. */
  note?: React.ReactNode
  /** A list item with a key. */
  children: (row: Row) => React.ReactNode
}

/** What is recorded of somebody, the latest first. */
export function RecordSection<Row>({ rows, none, note, children, ...section }: RecordSectionProps<Row>) {
  return (
    <PageSection {...section}>
      {rows.length === 0 ? (
        <p className="text-sm text-soft">{none}</p>
      ) : (
        <ol className="divide-y divide-line border-line border-y text-sm">{rows.map(children)}</ol>
      )}
      {note}
    </PageSection>
  )
}
