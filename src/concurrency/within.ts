/**
 * Returns the result of some work, or another value if it takes longer. The work continues.
 * @throws what the work throws in that time
 */
export async function within<Result, Late>(
  ms: number,
  work: Promise<Result>,
  late: Late,
): Promise<Result | Late> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<Late>((resolve) => (timer = setTimeout(resolve, ms, late)));
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
