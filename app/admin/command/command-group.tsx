import { Command as CommandList } from 'cmdk'

export const COMMAND_ITEM =
  'flex min-h-11 cursor-pointer items-center gap-3 rounded-sm px-3 text-sm text-soft data-[selected=true]:bg-line data-[selected=true]:text-ink'

/** A part of the command bar under a heading. */
export function CommandGroup({ heading, children }: { heading: string; children: React.ReactNode }) {
  return (
    <CommandList.Group
      heading={heading}
      className="[&_[cmdk-group-heading]]:px-3 [&_[cmdk-group-heading]]:pt-3 [&_[cmdk-group-heading]]:pb-1.5 [&_[cmdk-group-heading]]:text-faint [&_[cmdk-group-heading]]:text-xs"
    >
      {children}
    </CommandList.Group>
  )
}
