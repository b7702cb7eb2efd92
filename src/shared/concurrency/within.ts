/**
 * Returns the result of some work, or `late` if the work takes longer than a time limit. The work continues after the
 * limit.
 * @throws what the work throws within the limit
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
