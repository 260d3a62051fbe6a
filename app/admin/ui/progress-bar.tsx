interface ProgressBarProps {
  label: string
  /** From 0 to 1; null while nobody knows how much there is. */
  value: number | null
}

/** How far something is. The text beside it says the same. */
export function ProgressBar({ label, value }: ProgressBarProps) {
  return (
    <progress
      aria-label={label}
      max={1}
      {...(value !== null && { value })}
      className="mt-1.5 block h-1.5 w-full appearance-none overflow-hidden rounded-sm bg-line [&::-moz-progress-bar]:bg-ink [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-ink"
    />
  )
}
