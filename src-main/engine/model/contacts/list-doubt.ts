/**
 * Why a list that came to an end may not have been read whole: it ended where the service may only have stopped counting
 * (`cut`), a page of it stayed empty though others follow (`gap`), it kept moving while it was read (`moving`), or it showed no
 * end however far one looked, and was read only so far (`endless`).
 */
export type ListDoubt = 'cut' | 'gap' | 'moving' | 'endless'
