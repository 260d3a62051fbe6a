/** A table as the official client describes it, with our types where we have some. */
export type Table<Described extends { Row: object; Required: PropertyKey }, Ours> = {
  Row: Narrowed<Described['Row'], Ours>
  Insert: Partial<Narrowed<Described['Row'], Ours>> &
    Pick<Narrowed<Described['Row'], Ours>, Described['Required'] & keyof Described['Row']>
  Update: Partial<Narrowed<Described['Row'], Ours>>
  Relationships: []
}

export type View<Described extends { Row: object }, Ours> = {
  Row: Narrowed<Described['Row'], Ours>
  Relationships: []
}

/** A function: its answer is a JSON value of ours, rows of which we know some columns, or what the database says. */
export type Call<Described extends { Args: object; Returns: unknown }, Ours> = {
  Args: Narrowed<Described['Args'], Ours>
  Returns: Ours extends { answer: infer Answer }
    ? Answer
    : Ours extends { row: infer Row }
      ? Described['Returns'] extends (infer Known)[]
        ? Narrowed<Known, Row>[]
        : never
      : Described['Returns']
}

/** The columns of ours that the database does not have, or has as something else. */
export type MismatchOf<Relations, Ours> = {
  [Name in keyof Relations & keyof Ours]: Relations[Name] extends { Row: infer Row }
    ? {
        [Column in keyof Ours[Name]]: Column extends keyof Row
          ? Ours[Name][Column] extends Row[Column]
            ? never
            : [Name, Column]
          : [Name, Column]
      }[keyof Ours[Name]]
    : never
}[keyof Relations & keyof Ours]

/** The members, with our types where we have some. */
export type Narrowed<Members, Ours> = {
  [Name in keyof Members]: Name extends keyof Ours ? Ours[Name] : Members[Name]
}
