/** The grey shape of something that is still loading. Its container says so in words. */
export function Skeleton({ className = '' }: { className?: string }) {
  return <div aria-hidden className={`animate-breathe rounded-sm bg-line/60 ${className}`} />
}
