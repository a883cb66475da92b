/** The address of the icons, put in by the bundler. */
declare const ICONS: string;

// Sources that are shown as they are: imported `with { type: 'text' }`.
declare module '*/verify/callback.mjs' {
  const text: string;
  export default text;
}
declare module '*.py' {
  const text: string;
  export default text;
}
declare module '*.php' {
  const text: string;
  export default text;
}
declare module '*.java' {
  const text: string;
  export default text;
}
declare module '*.go' {
  const text: string;
  export default text;
}
declare module '*.cs' {
  const text: string;
  export default text;
}
