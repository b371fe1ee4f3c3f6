package com.sun.glass.ui.unseen;

import com.sun.glass.ui.Application;
import com.sun.glass.ui.Pixels;
import com.sun.glass.ui.View;
import com.sun.glass.ui.headless.HeadlessApplication;
import com.sun.glass.ui.headless.HeadlessPlatformFactory;
import com.sun.glass.ui.headless.HeadlessView;

/**
 * JavaFX's headless platform without its screen. The headless one copies each frame to its screen pixel by pixel, for robots that look at
 * it, and that took a quarter of the time of all tests. Ours look at the scene. JavaFX finds the platform by the name of this package.
 */
public final class UnseenPlatformFactory extends HeadlessPlatformFactory {
    @Override
    public Application createApplication() {
        return new HeadlessApplication() {
            @Override
            public View createView() {
                return new HeadlessView() {
                    @Override
                    protected void _uploadPixels(long view, Pixels pixels) {
                        // The frame is drawn, and nobody sees it.
                    }
                };
            }
        };
    }
}
