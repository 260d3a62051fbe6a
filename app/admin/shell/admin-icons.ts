import { icon } from '#app/components/ui/icons.tsx'

export const Inbox = icon('M3 13h5l1.5 3h5l1.5-3h5M5.5 5h13L21 13v6H3v-6z')
export const LayoutDashboard = icon('M4 4h7v8H4zM14 4h6v5h-6zM14 12h6v8h-6zM4 15h7v5H4z')
export const LogOut = icon('M10 4H5v16h5m5-12 4 4-4 4m4-4H9')
export const UserRound = icon('M8 8a4 4 0 1 0 8 0a4 4 0 1 0-8 0M4.5 20a7.5 7.5 0 0 1 15 0')
export const Users = icon(
  'M5.5 8a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0-7 0M2.5 19.5a6.5 6.5 0 0 1 13 0M16 4.8a3.5 3.5 0 0 1 0 6.4M18 13.8a6.5 6.5 0 0 1 3.5 5.7',
)
