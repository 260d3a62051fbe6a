interface ColumnProps {
  /** In pixels; as wide as there is room by default. */
  width?: number
  className?: string
  cellClassName?: string
  style?: React.CSSProperties
  /** The style of its one cell. Padding must be there: Outlook has none on tables. */
  cell?: React.CSSProperties
  children: React.ReactNode
}

/** A table of one cell, the only box that every mail program sizes and pads. Its width is an attribute, because Outlook knows no `max-width`. */
export function Column({ width, className, cellClassName, style, cell, children }: ColumnProps) {
  return (
    <table
      role="presentation"
      align="center"
      width={width ?? '100%'}
      border={0}
      cellPadding={0}
      cellSpacing={0}
      className={className}
      style={style}
    >
      <tbody>
        <tr>
          <td className={cellClassName} style={cell}>
            {children}
          </td>
        </tr>
      </tbody>
    </table>
  )
}
