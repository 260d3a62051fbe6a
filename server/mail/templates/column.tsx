interface ColumnProps {
  /** In pixels; 100% by default. */
  width?: number
  className?: string
  cellClassName?: string
  style?: React.CSSProperties
  /** The style of its one cell. Padding belongs here, because Outlook ignores it on tables. */
  cell?: React.CSSProperties
  children: React.ReactNode
}

/** A table of one cell, the only box whose size and padding work in every mail program. Its width is an attribute, because Outlook ignores `max-width`. */
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
