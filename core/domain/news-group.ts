/** Items that tell the same story. */
export interface NewsGroup {
  id: string
  created_at: string
  newest_at: string
  links: number
  /** Items with one address, or nearly the same text, have one origin. */
  origins: number
  hidden_at: string | null
  hidden_by: string | null
}
