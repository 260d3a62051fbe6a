interface ColumnProps {
  /** In pixels; as wide as there is room by default. */
  width?: number
  className?: string
  style?: React.CSSProperties
  /** The style of its one cell. Padding must be there: Outlook has none on tables. */
  cell?: React.CSSProperties & { msoPaddingAlt?: string }
  children: React.ReactNode
}

/** A table of one cell, the only box that every mail program sizes and pads. Outlook takes its width from the attribute. */
export function Column({ width, className, style, cell, children }: ColumnProps) {
  return (
    <table
      role="presentation"
      align="center"
      width={width ?? '100%'}
      border={0}
      cellPadding={0}
      cellSpacing={0}
      className={className}
      style={{ width: '100%', ...style }}
    >
      <tbody>
        <tr>
          <td style={cell}>{children}</td>
        </tr>
      </tbody>
    </table>
  )
}
