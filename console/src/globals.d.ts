/** The address of the icons, put in by the bundler. */
declare const ICONS: string;
