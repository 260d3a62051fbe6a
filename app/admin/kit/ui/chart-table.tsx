import { t } from '#app/admin/kit/messages.ts'

interface ChartTableProps {
  /** The subject of the chart. */
  label: string
  /** The first names the rows. */
  columns: readonly string[]
  rows: readonly { key: string; name: React.ReactNode; numbers: readonly string[] }[]
}

/** Every number of a chart as a table, folded up, which scrolls when it is long. */
export function ChartTable({ label, columns: [first, ...others], rows }: ChartTableProps) {
  const cell = 'py-1.5 pl-4 text-right tabular-nums'
  return (
    <details className="mt-3 text-sm">
      <summary className="inline-flex min-h-9 cursor-pointer items-center underline underline-offset-4">
        {t('ui.chartTable.show')}
      </summary>
      <section
        aria-label={t('ui.chartTable.of', { chart: label })}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it is scrolled with the keyboard
        tabIndex={0}
        className="mt-2 max-h-80 overflow-auto border-line border-y"
      >
        <table className="w-full">
          <thead>
            <tr className="text-faint">
              <th scope="col" className="py-1.5 text-left font-medium">
                {first}
              </th>
              {others.map((name) => (
                <th key={name} scope="col" className={`${cell} font-medium`}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ key, name, numbers }) => (
              <tr key={key} className="border-line border-t">
                <th scope="row" className="py-1.5 text-left font-normal whitespace-nowrap">
                  {name}
                </th>
                {numbers.map((number, column) => (
                  <td key={others[column]} className={cell}>
                    {number}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  )
}
