package com.sun.glass.ui.unseen;

import com.sun.glass.ui.Application;
import com.sun.glass.ui.View;
import com.sun.glass.ui.headless.HeadlessApplication;
import com.sun.glass.ui.headless.HeadlessPlatformFactory;
import com.sun.glass.ui.headless.HeadlessView;

/**
 * JavaFX's headless platform without its screen. Tests look at the scene, and their pictures are drawn when they ask for them, so no frame is
 * drawn: drawing and copying frames that nobody saw took half of the time of all tests. JavaFX finds the platform by the name of this package.
 */
public final class UnseenPlatformFactory extends HeadlessPlatformFactory {
    @Override
    public Application createApplication() {
        return new HeadlessApplication() {
            @Override
            public View createView() {
                return new HeadlessView() {
                    /** JavaFX draws no frame of a closed view, and asks for nothing else. */
                    @Override
                    public boolean isClosed() {
                        return true;
                    }
                };
            }
        };
    }
}
